/** What reports are made of: plots in SVG, tables in Markdown, and the histograms behind them. */
package io.godwit.bench.report;
