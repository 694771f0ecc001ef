/** What all members of a cluster say of themselves, put together. */
package io.godwit.lab.view;
