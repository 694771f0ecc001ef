/** TLC: its command line, its messages by code, and the verdict that follows from them. */
package io.godwit.modelcheck.tlc;
