/** The combined reports of all members of a cluster. */
package io.godwit.lab.view;
