export { createHttpClient } from './create-http-client.ts';
export { type HttpClient, HttpClientError, type HttpRequest, type HttpResponse } from './http-client.ts';
