/** What a service and the process that hosts it know of each other. */
@NullMarked
package dev.assay.service;

import org.jspecify.annotations.NullMarked;
