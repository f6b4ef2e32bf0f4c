package dev.assay.quick.check;

/** Why a run as a whole is incomplete. */
record RunReason(CheckCode code, String message) {}
