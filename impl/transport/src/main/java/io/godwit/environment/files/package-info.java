/** Files of partition copies on a real file system. */
package io.godwit.environment.files;
