/** What all HTML pages share. */
package io.godwit.page;
