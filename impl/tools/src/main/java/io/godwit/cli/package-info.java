/** The command line: options, progress, tables, exit status. What the commands do is in other packages and modules. */
package io.godwit.cli;
