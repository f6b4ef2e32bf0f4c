// Numbers, times and ids for people.

import { h } from './dom.js';

const COUNT = new Intl.NumberFormat('en');

export function count(number) {
  return COUNT.format(number);
}

/** `text` or, where there is none, a dash. */
export function or(text) {
  return text === null || text === undefined || text === '' ? '–' : text;
}

/** The beginning of an id or a digest; the whole stands in its title. */
export function short(id, chars = 12) {
  return h('code', { title: id }, id.slice(0, chars));
}

/** How long ago, or in what time, with the whole time in UTC behind it. */
export function ago(text) {
  return h('time', { datetime: text, title: utc(text) }, since(text));
}

function since(text) {
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  const far = Math.abs(seconds);
  if (far >= 86400) {
    return utc(text).slice(0, 10);
  }
  const told = far < 60 ? Math.floor(far) + ' s' : far < 3600 ? Math.floor(far / 60) + ' min' : Math.floor(far / 3600) + ' h';
  return seconds < 0 ? 'in ' + told : told + ' ago';
}

/** A time in UTC, to the second. */
export function utc(text) {
  return new Date(text).toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
}

/** A duration, kept on one line. */
export function span(millis) {
  if (millis < 1000) {
    return Math.round(millis) + '\u00a0ms';
  }
  if (millis < 60000) {
    return (millis / 1000).toFixed(1) + '\u00a0s';
  }
  return millis < 3600000 ? Math.round(millis / 60000) + '\u00a0min' : (millis / 3600000).toFixed(1) + '\u00a0h';
}

export function bytes(number) {
  return number < 1024 ? number + ' B' : number < 1048576
    ? (number / 1024).toFixed(1) + ' KiB' : (number / 1048576).toFixed(1) + ' MiB';
}

/** An upper bound of a rate in two digits, never told lower than it is. */
export function percent(fraction) {
  if (fraction === 0) {
    return '0 %';
  }
  const decimals = -1 - Math.floor(Math.log10(fraction));
  const scale = 10 ** decimals;
  // 0.07 * 100 is a little more than 7
  const value = Math.ceil(Number((fraction * 100 * scale).toPrecision(9))) / scale;
  return value.toFixed(Math.max(0, decimals)) + ' %';
}
