import { init } from '/docs/redoc.js';

const { document: description } = window.document.body.dataset;

// Nothing is sent to anybody: the policy of the page would not let it go out either.
init(
  description,
  { disableTelemetry: true, jsonSamplesExpandLevel: 3, colorMode: { hide: true } },
  window.document.getElementById('reference'),
);
