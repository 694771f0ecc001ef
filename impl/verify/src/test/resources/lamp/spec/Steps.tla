---- MODULE Steps ----
EXTENDS Naturals
Up(n) == n + 1
====
