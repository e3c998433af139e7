/** What holds on both APIs, as Markdown for the introductions of their documents. */

export const TEXT_AND_TIME = `
Bodies are JSON in UTF-8, sent as \`application/json\` without \`Content-Encoding\`, at most 1 MiB unless an operation takes more. Nothing is coerced: in a
body \`"5"\` is no number; in a query only exact decimal integers and \`true\`/\`false\` change type. Members and query parameters
that are not known are refused with the nearest name that is, but at sign-up, in preferences and where a platform calls. Texts may hold any Unicode except NUL and unpaired surrogates.

Ids are UUIDs. Times named \`…_at\` or \`…_time\` are ISO 8601 in UTC with \`Z\`; those in milliseconds are counted from
1970-01-01T00:00:00Z. Wherever a request gives a time, also in milliseconds, ISO 8601 that ends in \`Z\` or an offset is taken, of the
years 1970 to 9999 (in a query \`+\` is written \`%2B\`). Units are in the names: \`distance_m\`, \`average_pace_s_per_km\`. What is not known is null.

Send an \`X-Request-ID\` of your own (1 to 128 characters of \`A-Za-z0-9._-\`) or get one: it is on every answer and in the
log of the server, so quote it when you report a problem.`.trim();

export const CONDITIONAL_REQUESTS = `
Each 200 to a GET, download links and files apart, carries an \`ETag\` over its bytes. Send it back as \`If-None-Match\`, and as long as nothing has changed
you get 304 without a body. Answers may be kept by your own client and are to be checked before each use
(\`Cache-Control: private, no-cache\`); everything else is \`no-store\`. HEAD is answered wherever GET is.`.trim();

export const ANY_ADDRESS = `
Operations list what they can answer themselves. Besides, any address can answer:

| status | code | when |
|---|---|---|
| 400 | \`validation_error\` | the request is no sound HTTP/1.1, or its URL cannot be decoded |
| 404 | \`not_found\` | there is nothing at the address |
| 405 | \`method_not_allowed\` | the address does not answer this method; \`Allow\` names those it does |
| 408 | \`request_timeout\` | headers or body took too long to arrive |
| 431 | \`headers_too_large\` | request line and headers are over 16 KiB together |`.trim();
