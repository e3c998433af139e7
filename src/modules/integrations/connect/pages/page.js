(() => {
  const { asked, words, say, finish } = page;

  /** A text of the page by a word of the address: nothing that the address holds is ever shown. */
  const textFor = (kind, word) => {
    const name = `${kind}_${word}`.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    return words[name];
  };

  const title = textFor('title', asked.get('provider') ?? '');
  const status = asked.get('status');
  const about = (text) => text.replaceAll('{platform}', () => title);

  if (title !== undefined && status === 'success') {
    finish(about(words.connectedHeading), about(words.connected));
  } else if (title !== undefined && status === 'error') {
    const why = textFor('why', asked.get('error') ?? '') ?? words.anyReason;
    finish(about(words.notConnectedHeading), about(why));
  } else {
    say({ text: words.noResult });
  }
})();
