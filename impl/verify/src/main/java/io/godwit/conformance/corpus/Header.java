package io.godwit.conformance.corpus;

/**
 * The readable beginning of a corpus file.
 *
 * @param model name of the model in the manifest
 * @param root name of the root module
 * @param family directory of the root module: quorum or classic
 * @param source hash of the specification, the cfg and the constants; see SpecDigest
 * @param states number of states
 * @param transitions number of transitions
 * @param content SHA-256 of what follows, before it was compressed
 */
public record Header(
        String model, String root, String family, String source, int states, int transitions, String content) {}
