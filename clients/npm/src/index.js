export { AssayClient, AssayError, event } from './client.js';
export { verify } from './verify.js';
