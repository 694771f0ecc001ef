/** The command line. */
package io.godwit.cli;
