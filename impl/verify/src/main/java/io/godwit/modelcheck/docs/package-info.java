/** Documents of which parts are generated. */
package io.godwit.modelcheck.docs;
