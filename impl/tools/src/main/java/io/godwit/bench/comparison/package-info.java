/** Contenders in processes of their own, and clusters of members in one process. */
package io.godwit.bench.comparison;
