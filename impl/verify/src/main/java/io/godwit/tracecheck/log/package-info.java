/** Event logs: read, cut where a member forgot, and merged by cause and effect. */
package io.godwit.tracecheck.log;
