/** Classes of the JDK as a browser gets them. */
package io.godwit.playground.browser;
