/** The settings file of the context firewall: YAML front matter, read defensively. */
@NullMarked
package dev.assay.cfverify.settings;

import org.jspecify.annotations.NullMarked;
