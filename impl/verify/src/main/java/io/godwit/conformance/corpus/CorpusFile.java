package io.godwit.conformance.corpus;

import io.godwit.conformance.corpus.Corpus.Header;
import io.godwit.modelcheck.input.BadInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * A corpus as a file: lines of text that say what it is, an empty line, and the graph, deflated.
 *
 * <p>The deflated bytes may differ from one zlib to the next, so two corpora are compared by the hash of the content.
 */
public final class CorpusFile {
    /** How the file names end. */
    public static final String SUFFIX = ".corpus";

    private static final String FORMAT = "godwit-corpus 1";
    private static final List<String> FIELDS =
            List.of("model", "root", "family", "source", "states", "transitions", "content");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

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

    /**
     * Reads only the readable beginning of a file.
     *
     * @throws BadInputException when there is no such file or it is no corpus
     */
    public static Header header(Path file) throws BadInputException, IOException {
        return header(file, bytes(file));
    }

    /**
     * Reads a corpus.
     *
     * @throws BadInputException when there is no such file, it is no corpus, or its content is not what the header says
     */
    public static Corpus read(Path file) throws BadInputException, IOException {
        byte[] bytes = bytes(file);
        Header header = header(file, bytes);
        byte[] body = inflated(file, bytes);
        if (!sha256(body).equals(header.content())) {
            throw broken(file, "damaged: its content is not what its header says");
        }
        Columns.In in = new Columns.In(body);
        GraphCoder.Names names = GraphCoder.readNames(in);
        ValueTable values = ValueCoder.read(in);
        GraphCoder.Graph graph = GraphCoder.readGraph(names.variables().size(), in);
        return new Corpus(
                header, names.variables(), names.constants(), names.instances(), values, graph.states(), graph.edges());
    }

    private static byte[] bytes(Path file) throws BadInputException, IOException {
        if (!Files.isRegularFile(file)) {
            throw broken(file, "there is no such corpus");
        }
        return Files.readAllBytes(file);
    }

    private static byte[] inflated(Path file, byte[] bytes) throws BadInputException, IOException {
        int start = end(bytes);
        try (InflaterInputStream in =
                new InflaterInputStream(new ByteArrayInputStream(bytes, start, bytes.length - start))) {
            return in.readAllBytes();
        } catch (ZipException | EOFException e) {
            throw broken(file, "damaged: it cannot be unpacked");
        }
    }

    private static BadInputException broken(Path file, String what) {
        String name = file.getFileName().toString();
        String model = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return new BadInputException(file, 0, what, "Make it anew: ./godwit conform --regenerate --filter " + model);
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

    private static Header header(Path file, byte[] bytes) throws BadInputException {
        String[] lines = new String(bytes, 0, end(bytes), StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].equals(FORMAT)) {
            throw broken(file, "no corpus of this version: it does not begin with \"" + FORMAT + '"');
        }
        Map<String, String> fields = new HashMap<>();
        for (String line : Arrays.asList(lines).subList(1, lines.length)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                fields.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        for (String field : FIELDS) {
            boolean number = field.equals("states") || field.equals("transitions");
            if (!fields.containsKey(field)
                    || (number && !NUMBER.matcher(fields.get(field)).matches())) {
                throw broken(file, "damaged: its header has no " + field);
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
