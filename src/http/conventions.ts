/** What holds on both APIs, as Markdown for the introductions of their documents. */

/** Where the two APIs differ. */
type Differences = {
  readonly envelope: string;
  readonly first_page: string;
  readonly example: {
    readonly first: string;
    readonly next: string;
    readonly flag: string;
    readonly items: string;
  };
  readonly other_times: string;
};

/** The section of the introduction that describes how all operations are called and answer. A test checks every operation against it. */
export function conventions({ envelope, first_page, example, other_times }: Differences): string {
  const { first, next, flag, items } = example;
  return `
## Conventions

They hold for every operation. Where the specification that Ekiden is built to shapes an answer otherwise, it keeps that shape, and its operation shows it.

### Envelope

${envelope}
Branch on \`code\`, which stays; \`error\` is for people and may be reworded. New members may join objects at any time: ignore those you do not
know, and do not validate answers more strictly than that.

### Pages

Lists take \`limit\` and \`cursor\`. \`next_cursor\` of an answer is the \`cursor\` of the next page, asked with the same filters and order; on the last page it is null.
${first_page}

\`\`\`http
GET ${first}
{${flag}, "data": {"${items}": [{…}, {…}], "next_cursor": "AAABn2OcGGcBn2OcEkB4c5UiKzY78pz9"}}

GET ${next}=AAABn2OcGGcBn2OcEkB4c5UiKzY78pz9
{${flag}, "data": {"${items}": [{…}], "next_cursor": null}}
\`\`\`

A cursor says where a page ended. Do not read one or make one: what no page has ended with is refused. What is added meanwhile lets nothing else be left out or come
twice. \`total\` is there only where it is cheap to count.

### Ranges and times

A range is \`from\` and \`to\`; each operation says whether these are days or times, and whether the last one is in it. Where a request gives a time, ISO 8601
that ends in \`Z\` or an offset is taken, of the years 1970 to 9999; in a query \`+\` is written \`%2B\`. Answers give times as ISO 8601 in UTC, with milliseconds and \`Z\`, and days as \`YYYY-MM-DD\`.
${other_times}

### Values

Ids are UUIDs. Units are those of the SI or of the sport and stand in the names: \`distance_m\`, \`duration_s\`, \`average_pace_s_per_km\`. What is not known is null;
what is withheld from you is absent. Texts may hold any Unicode except NUL and unpaired surrogates.

### Requests

Bodies are JSON in UTF-8, sent as \`application/json\` without \`Content-Encoding\`, at most 1 MiB unless an operation takes more. Nothing is coerced: in a
body \`"5"\` is no number; in a query only exact decimal integers and \`true\`/\`false\` change type. Members and query parameters
that are not known are refused with the nearest name that is, but at sign-up, in preferences and where a platform calls.

Send an \`X-Request-ID\` of your own (1 to 128 characters of \`A-Za-z0-9._-\`) or get one: it is on every answer and in the
log of the server, so quote it when you report a problem.

Where an operation lists the header \`Idempotency-Key\`, name the write by it (1 to 255 visible ASCII characters, such as a new UUID): sent again within 30 days
with the same body, it is done once, and answered with what the first made as that is now. Nothing is kept of a write that failed. With another
request the key is refused (422 \`idempotency_key_reused\`).

### Entity tags

Each 200 to a GET, download links and files apart, carries an \`ETag\` over its bytes. Send it back as \`If-None-Match\`, and as long as nothing has changed
you get 304 without a body. Answers may be kept by your own client and are to be checked before each use
(\`Cache-Control: private, no-cache\`); everything else is \`no-store\`. HEAD is answered wherever GET is.

JSON of more than a kilobyte is compressed where \`Accept-Encoding\` names \`zstd\`, \`br\` or \`gzip\`, except beside secrets such as tokens. Its \`ETag\` then
begins with \`W/\`; as \`If-None-Match\` it is as good.`.trim();
}

export const ANY_ADDRESS = `
Operations list what they can answer themselves. Besides, any address can answer:

| status | code | when |
|---|---|---|
| 400 | \`validation_error\` | the request is no sound HTTP/1.1, or its URL cannot be decoded |
| 404 | \`not_found\` | there is nothing at the address |
| 405 | \`method_not_allowed\` | the address does not answer this method; \`Allow\` names those it does |
| 408 | \`request_timeout\` | headers or body took too long to arrive |
| 431 | \`headers_too_large\` | request line and headers are over 16 KiB together |`.trim();
