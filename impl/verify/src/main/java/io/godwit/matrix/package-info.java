/**
 * The bug matrix: each mutant of the protocols, and of the code around the engine, against each rung of the evidence ladder. A
 * row says where its mistake comes from and how to look for it; a rung says whether it was caught, by what, and how fast.
 */
package io.godwit.matrix;
