package io.godwit.conformance.corpus;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A corpus as a file: lines of text that say what it is, an empty line, and the graph, deflated.
 *
 * <p>The deflated bytes may differ from one zlib to the next, so two corpora are compared by the hash of the content.
 */
public final class CorpusFile {
    /** How the file names end. */
    public static final String SUFFIX = ".corpus";

    private static final String FORMAT = "godwit-corpus 1";

    private CorpusFile() {}

    /**
     * Writes a corpus; everything in the header that follows from the corpus is computed.
     *
     * @return the header as written
     */
    public static Header write(Corpus corpus, Path file) throws IOException {
        byte[] body = body(corpus);
        Header given = corpus.header();
        Header header = new Header(
                given.model(),
                given.root(),
                given.family(),
                given.source(),
                corpus.states().size(),
                corpus.edges().size(),
                sha256(body));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(text(header).getBytes(StandardCharsets.UTF_8));
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(body);
        } finally {
            deflater.end();
        }
        Files.write(file, bytes.toByteArray());
        return header;
    }

    /** Reads only the readable beginning of a file. */
    public static Header header(Path file) throws IOException {
        return header(file, Files.readAllBytes(file));
    }

    /**
     * Reads a corpus.
     *
     * @throws IOException when it cannot be read or its content is not what the header says
     */
    public static Corpus read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Header header = header(file, bytes);
        int start = end(bytes);
        byte[] body;
        try (InflaterInputStream in =
                new InflaterInputStream(new ByteArrayInputStream(bytes, start, bytes.length - start))) {
            body = in.readAllBytes();
        }
        if (!sha256(body).equals(header.content())) {
            throw new IOException(file + " is damaged: its content is not what its header says");
        }
        Columns.In in = new Columns.In(body);
        GraphCoder.Names names = GraphCoder.readNames(in);
        Values values = ValueCoder.read(in);
        GraphCoder.Graph graph = GraphCoder.readGraph(names.variables().size(), in);
        return new Corpus(
                header, names.variables(), names.constants(), names.instances(), values, graph.states(), graph.edges());
    }

    private static byte[] body(Corpus corpus) {
        Columns.Out out = new Columns.Out();
        GraphCoder.writeNames(corpus, out);
        ValueCoder.write(corpus.values(), out);
        GraphCoder.writeGraph(corpus.states(), corpus.edges(), out);
        return out.toBytes();
    }

    private static String text(Header header) {
        return FORMAT + "\nmodel " + header.model() + "\nroot " + header.root() + "\nfamily " + header.family()
                + "\nsource " + header.source() + "\nstates " + header.states() + "\ntransitions "
                + header.transitions() + "\ncontent " + header.content() + "\n\n";
    }

    private static Header header(Path file, byte[] bytes) throws IOException {
        String[] lines = new String(bytes, 0, end(bytes), StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].equals(FORMAT)) {
            throw new IOException(file + " is no corpus of this version: it does not begin with \"" + FORMAT + '"');
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                fields.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        return new Header(
                fields.get("model"),
                fields.get("root"),
                fields.get("family"),
                fields.get("source"),
                Integer.parseInt(fields.get("states")),
                Integer.parseInt(fields.get("transitions")),
                fields.get("content"));
    }

    /** Index of the first byte after the empty line, or the length when there is none. */
    private static int end(byte[] bytes) {
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\n') {
                return i + 1;
            }
        }
        return bytes.length;
    }

    /** SHA-256 in hexadecimal digits. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
