package dev.assay.quick.verify;

/** One column that must hold one value, bound as text. */
public record Match(String column, String value) {}
