/** Traces as Mermaid sequence diagrams in Markdown, for reviews. */
package io.godwit.trace.diagram;
