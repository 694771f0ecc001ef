/**
 * What survives a restart. One store per member, in one directory: who the member is, what it has promised and accepted, and its copies.
 * {@code docs/operate/storage.md} says what lies where.
 */
package io.godwit.storage;
