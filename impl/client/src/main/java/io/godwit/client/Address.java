package io.godwit.client;

/** A host and a port. */
record Address(String host, int port) {
    private static final int LAST_PORT = 65_535;

    static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= LAST_PORT) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not host:port: " + text, e);
        }
        throw new IllegalArgumentException("not host:port: " + text);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
