/** The command line: options, progress, tables, exit status. What the commands do is in the other modules. */
package io.godwit.cli;
