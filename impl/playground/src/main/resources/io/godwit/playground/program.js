/**
 * The compiled simulation, in a worker so that the page stays usable: as WebAssembly where the browser runs that, else as JavaScript.
 * Both forms print an answer as a line.
 */
godwit.program = (function () {
  const { $ } = godwit;
  const { javaScript, loader, webAssembly } = JSON.parse($("program").textContent);
  const NAMES = { js: "JavaScript", wasm: "WebAssembly" };

  // Both take { number, question }, and post { number, text }; or { failed }, after which nothing is asked of them.
  const ANSWER = "\nlet number = 0;"
    + "\nconst take = async (main, data) => { number = data.number; try { await main(data.question); }"
    + " catch (error) { postMessage({ failed: String(error) }); } };";

  const JAVA_SCRIPT = "console.info = text => postMessage({ number, text });\n" + javaScript + ANSWER
    + "\nonmessage = e => take(main, e.data);\npostMessage({ ready: true });";

  // It prints byte by byte. The first message is the program.
  const WEB_ASSEMBLY = loader + ANSWER + `
    let line = new Uint8Array(1 << 20), length = 0;
    function put(byte) {
      if (byte === 10) {
        postMessage({ number, text: new TextDecoder().decode(line.subarray(0, length)) });
        length = 0;
        return;
      }
      if (length === line.length) {
        const longer = new Uint8Array(2 * length);
        longer.set(line);
        line = longer;
      }
      line[length++] = byte;
    }
    onmessage = async e => {
      try {
        const program = await TeaVM.wasmGC.load(e.data, { installImports: imports => { imports.teavmConsole.putcharStdout = put; } });
        onmessage = e => take(program.exports.main, e.data);
        postMessage({ ready: true });
      } catch (error) {
        postMessage({ failed: String(error) });
      }
    };`;

  const workers = new Map();
  /** Questions without an answer, by number: { form, question, done, worker }. */
  const waiting = new Map();
  /** What answers if nobody chooses: WebAssembly until it has failed. */
  let usual = "wasm";
  let last = 0;

  async function unpacked(text) {
    const packed = new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]);
    return new Int8Array(await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  }

  /** Starts a worker with the program in one form, js or wasm. */
  async function start(form) {
    const worker = new Worker(URL.createObjectURL(new Blob([form === "js" ? JAVA_SCRIPT : WEB_ASSEMBLY], { type: "text/javascript" })));
    const ready = new Promise((done, fails) => {
      worker.onmessage = e => {
        if (e.data.ready) done();
        else fails(new Error(e.data.failed));
      };
      worker.onerror = e => fails(new Error(e.message));
    });
    try {
      if (form === "wasm") worker.postMessage(await unpacked(webAssembly));
      await ready;
    } catch (error) {
      worker.terminate();
      throw error;
    }
    worker.onmessage = e => {
      if (e.data.failed) failed(form, worker, e.data.failed);
      else answered(e.data.number, { ...JSON.parse(e.data.text), engine: NAMES[form] });
    };
    worker.onerror = e => failed(form, worker, e.message);
    return worker;
  }

  /** A worker that has failed is forgotten: the next question starts another one. */
  function failed(form, worker, why) {
    worker.terminate();
    workers.delete(form);
    for (const [number, asked] of [...waiting]) {
      if (asked.worker === worker) refuse(number, asked, form, "the program has failed in " + NAMES[form] + ": " + why);
    }
  }

  /** JavaScript answers in place of WebAssembly, unless that was chosen. */
  function refuse(number, asked, form, why) {
    if (asked.form || form === "js") {
      answered(number, { error: why });
      return;
    }
    console.warn(why);
    usual = "js";
    send(number, asked);
  }

  function answered(number, answer) {
    const asked = waiting.get(number);
    waiting.delete(number);
    if (asked) asked.done(answer);
  }

  function send(number, asked) {
    const form = asked.form || usual;
    if (!workers.has(form)) workers.set(form, start(form));
    workers.get(form).then(worker => {
      asked.worker = worker;
      worker.postMessage({ number, question: asked.question });
    }, error => refuse(number, asked, form, NAMES[form] + " does not run here: " + error.message));
  }

  /**
   * Asks a question, as Playground.answer takes it.
   * form: js or wasm; empty for WebAssembly, or JavaScript if that does not run here or has failed. The answer says in engine which one it was.
   */
  function ask(form, question) {
    if (form && !NAMES[form]) return Promise.resolve({ error: "engine '" + form + "' must be js or wasm" });
    const number = ++last;
    return new Promise(done => {
      const asked = { form, question, done, worker: null };
      waiting.set(number, asked);
      send(number, asked);
    });
  }

  return { ask };
})();
