/**
 * Traces for readers: the offline page, which is one file, the steps in words, and Mermaid sequence diagrams in Markdown for
 * reviews.
 */
package io.godwit.trace.page;
