/** The documentation as a static site. Start with {@link io.godwit.site.Site}. */
package io.godwit.site;
