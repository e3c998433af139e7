export { createHttpClient } from './create-http-client.ts';
export { createPoster } from './create-poster.ts';
export {
  ASKED_SERVICES,
  type HttpClient,
  HttpClientError,
  type HttpRequest,
  type HttpResponse,
} from './http-client.ts';
export { type PostAnswer, PostError, type Poster } from './poster.ts';
export { readRetryAfter } from './retry-after.ts';
