/**
 * The compiled simulation, in a worker so that the page stays usable: as WebAssembly where the browser runs that, else as JavaScript.
 * Both forms print an answer as a line.
 */
godwit.program = (function () {
  const { $ } = godwit;
  const { javaScript, loader, webAssembly } = JSON.parse($("program").textContent);
  const NAMES = { js: "JavaScript", wasm: "WebAssembly" };

  // Both take { number, question }, and post { number, text }.
  const ANSWER = "\nlet number = 0;"
    + "\nconst take = async (main, data) => { number = data.number; try { await main(data.question); }"
    + " catch (error) { postMessage({ number: data.number, text: JSON.stringify({ error: String(error) }) }); } };";

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
        onmessage = e => {
          length = 0; // What was not a whole line is of an earlier question that has failed.
          take(program.exports.main, e.data);
        };
        postMessage({ ready: true });
      } catch (error) {
        postMessage({ failed: String(error) });
      }
    };`;

  const workers = new Map();
  /** Questions without an answer, by number: { done, worker }. */
  const waiting = new Map();
  let asked = 0;

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
        else if (e.data.failed) fails(new Error(e.data.failed));
        else answered(e.data.number, { ...JSON.parse(e.data.text), engine: NAMES[form] });
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
    worker.onerror = e => failed(form, worker, e.message);
    return worker;
  }

  /** A worker that has failed is forgotten: the next question starts another one. Nobody waits for its answers. */
  function failed(form, worker, why) {
    worker.terminate();
    workers.delete(form);
    workers.delete("");
    for (const [number, question] of [...waiting]) {
      if (question.worker === worker) answered(number, { error: "the program has failed in " + NAMES[form] + ": " + why });
    }
  }

  function answered(number, answer) {
    const question = waiting.get(number);
    waiting.delete(number);
    if (question) question.done(answer);
  }

  function worker(form) {
    if (!workers.has(form)) workers.set(form, form ? start(form) : worker("wasm").catch(() => worker("js")));
    return workers.get(form);
  }

  /**
   * Asks a question, as Playground.answer takes it.
   * form: js or wasm; empty for WebAssembly if it runs here, else JavaScript. The answer says in engine which one it was.
   */
  function ask(form, question) {
    const number = ++asked;
    return new Promise(done => {
      const waits = { done, worker: null };
      waiting.set(number, waits);
      if (form && !NAMES[form]) answered(number, { error: "engine '" + form + "' must be js or wasm" });
      else worker(form).then(it => {
        waits.worker = it;
        it.postMessage({ number, question });
      }, error => answered(number, { error: NAMES[form || "js"] + " does not run here: " + error.message }));
    });
  }

  return { ask };
})();
