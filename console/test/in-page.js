// What tests ask of a page from within. Evaluated by the browser itself; each function answers with what is wrong, in words.
globalThis.inPage = (() => {
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  /** Read aloud, not seen. */
  const isSpoken = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const kind = element.getAttribute('role') ?? element.localName;
    const style = typeof element.className === 'string' ? element.className.split(' ')[0] : '';
    return `${kind}${style === '' ? '' : `.${style}`} “${text.slice(0, 60)}”`;
  };
  const kindOf = (element) => nameOf(element).split(' “')[0];
  const scrollsAside = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const clipsAside = (element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const ancestors = function* (element) {
    for (let one = element; one !== null; one = one.parentElement) yield one;
  };

  /**
   * What of the page can only be reached by scrolling sideways. A calendar may scroll within itself; the page may not, but for what
   * has two dimensions where texts are twice as large (WCAG 1.4.10).
   */
  function beyondTheSide(isLarge = false) {
    const wide = [
      document.documentElement,
      ...document.querySelectorAll('main, main > header, nav, [role=dialog]'),
    ].filter((element) => isShown(element) && element.scrollWidth > element.clientWidth + 1);
    return wide.flatMap((frame) => {
      if (clipsAside(frame) || (scrollsAside(frame) && !frame.matches('html, main, [role=dialog]')))
        return [];
      const edge = frame.getBoundingClientRect().left + frame.clientLeft + frame.clientWidth;
      const out = [...frame.querySelectorAll('*')].filter((element) => {
        if (!isShown(element) || element.getBoundingClientRect().right <= edge + 1) return false;
        if (isLarge && element.closest('table, [role=grid]') !== null) return false;
        for (const one of ancestors(element.parentElement)) {
          if (one === frame) return true;
          if (scrollsAside(one) || clipsAside(one)) return false;
        }
        return false;
      });
      const deepest = out.filter(
        (element) => !out.some((other) => other !== element && element.contains(other)),
      );
      if (isLarge && deepest.length === 0) return [];
      const by = frame.scrollWidth - frame.clientWidth;
      return `${kindOf(frame)} is ${by} px wider than it shows: ${deepest.slice(0, 3).map(nameOf).join(', ')}`;
    });
  }

  /** Every text of the page with what it stands in, but for drawings and for what is only read aloud. */
  const shownTexts = function* () {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (node.data.trim() === '' || parent.closest('svg, script, style, option, select') !== null) continue;
      if (isShown(parent) && !isSpoken(parent)) yield { node, parent };
    }
  };
  const FRAMES =
    'button, [role=button], label, th, td, dt, dd, [role=gridcell], [role=columnheader], [role=radio], [role=tab]';

  /** What cuts a text off, or what it reaches out of; null where nothing does before something that scrolls. */
  function limitOf(text, parent) {
    for (const one of ancestors(parent)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(one);
      if (clipPath !== 'none' || isSpoken(one) || scrollsAside(one)) return null;
      const box = one.getBoundingClientRect();
      const isCut = text.right > box.right + 1.5 || text.left < box.left - 1.5;
      if (clipsAside(one)) {
        const isSaid = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        return isCut && !isSaid ? `cut off by ${kindOf(one)}` : null;
      }
      if (['auto', 'scroll'].includes(overflowY) || overflowX === 'scroll') return null;
      if (isCut && one.matches(FRAMES)) return `reaches out of ${kindOf(one)}`;
    }
    return null;
  }

  /** Texts that are cut off without a sign of it, or that reach out of what they stand in. */
  function cutOff(isLarge = false) {
    const faults = new Set();
    for (const { node, parent } of shownTexts()) {
      // Times and values on axes of lanes stand where they are.
      if (isLarge && parent.closest('[data-axes]') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      const limit = text.width <= 1 ? null : limitOf(text, parent);
      if (limit !== null) faults.add(`${limit}: “${node.data.trim().slice(0, 60)}”`);
    }
    return [...faults];
  }

  const INTERACTIVE =
    'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex], [role=button], [role=link], ' +
    '[role=switch], [role=checkbox], [role=tab], [role=option], [role=menuitem], [role=radio], [role=slider], [role=gridcell]';
  /** Within these, arrows lead on from the one stop. */
  const COMPOSITE =
    '[role=grid], [role=treegrid], [role=radiogroup], [role=tablist], [role=menu], [role=menubar], [role=listbox], [role=toolbar], ' +
    '[role=slider], [role=group][data-one-stop]';

  const isWithin = (element) =>
    isShown(element) &&
    !element.disabled &&
    element.getAttribute('aria-disabled') !== 'true' &&
    element.closest('[inert], [aria-hidden=true]') === null &&
    element.type !== 'hidden';

  /** Whether Tab stops there: of radio buttons with one name only at the one that is chosen, or at the first and the last. */
  const isStop = (element) => {
    if (element.tabIndex < 0 || !isWithin(element)) return false;
    if (element.localName !== 'input' || element.type !== 'radio') return true;
    const group = [...document.querySelectorAll('input[type=radio]')].filter(
      ({ name }) => name === element.name,
    );
    const chosen = group.find(({ checked }) => checked);
    return chosen === undefined ? group[0] === element : chosen === element;
  };

  let stops = [];
  /** Remembers where Tab has to stop. @returns how many there are, and what can be pressed but has no way to it by keyboard */
  function findStops() {
    const all = [...document.querySelectorAll(INTERACTIVE)].filter(isWithin);
    stops = all.filter(isStop);
    const faults = all.filter((element) => {
      if (isStop(element) || element.matches('h1, h2, h3, main, [role=row], [role=dialog]')) return false;
      if (element.tabIndex < 0 && !element.matches('a, button, input, select, textarea, [role]'))
        return false;
      const composite = element.closest(COMPOSITE);
      if (composite !== null && [composite, ...composite.querySelectorAll('*')].some(isStop)) return false;
      // Of a list with one stop that arrows move, Tab reaches the one of its kind.
      if (
        stops.some(
          (stop) => stop.localName === element.localName && stop.classList[0] === element.classList[0],
        )
      )
        return false;
      // Of radio buttons Tab reaches one; a button inside a field of choices only repeats what its arrows do.
      if (element.localName === 'input' && element.type === 'radio') return false;
      return element.parentElement?.querySelector('[role=combobox]') === null;
    });
    return { count: stops.length, faults: faults.map(nameOf) };
  }

  const goToFirstStop = () => stops[0]?.focus();

  /** Where the ring is drawn: around the element itself, or around the label whose field has the focus. */
  const ringOf = (element) =>
    [element, ...element.querySelectorAll('*'), ...[...ancestors(element.parentElement)].slice(0, 5)].find(
      (one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      },
    );

  const isOnTop = (element, x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return false;
    const label = element.closest('label');
    return element.contains(hit) || hit.contains(element) || label?.contains(hit) === true;
  };

  /** What is wrong with the focus where it is, and which stop it is; -1 where it is none. */
  function lookAtFocus() {
    const element = document.activeElement;
    const place = stops.indexOf(element);
    if (element === null || element === document.body) return { place: -1, faults: [] };
    const faults = [];
    const ring = ringOf(element);
    if (ring === undefined) faults.push(`no ring around ${nameOf(element)}`);
    const { left, right, top, bottom } = (ring ?? element).getBoundingClientRect();
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const points = bottom - top > innerHeight / 2 ? [y] : [y, top + 1];
    const seen = points.filter((at) => isOnTop(ring ?? element, x, at) || isOnTop(element, x, at));
    if (seen.length < points.length) {
      const hit = document.elementFromPoint(x, y);
      faults.push(`${nameOf(element)} is hidden or under ${hit === null ? 'nothing' : nameOf(hit)}`);
    }
    return { place, faults };
  }

  /** What Tab should have reached. Of what arrows lead through, one is enough. */
  function missedStops(most, reached) {
    const isReached = (element) => reached.includes(stops.indexOf(element));
    const missed = stops.slice(0, most).filter((element) => {
      const composite = element.closest(COMPOSITE);
      return (
        !isReached(element) &&
        !(composite !== null && stops.some((stop) => composite.contains(stop) && isReached(stop)))
      );
    });
    return missed.map(nameOf);
  }

  /** Whatever still moves by itself. */
  function moving() {
    const running = document.getAnimations().map(({ effect }) => effect?.target);
    const able = [...document.querySelectorAll('*')].filter((element) => {
      const { animationName, transitionDuration, transitionProperty, scrollBehavior } =
        getComputedStyle(element);
      const changes =
        transitionProperty !== 'none' && transitionDuration.split(', ').some((time) => time !== '0s');
      return animationName !== 'none' || changes || scrollBehavior === 'smooth';
    });
    return [...new Set([...running, ...able])].filter((one) => one instanceof Element).map(nameOf);
  }

  const backgroundOf = (element) => getComputedStyle(element).backgroundColor;
  const isClear = (color) => color === 'transparent' || /^rgba\(.+, 0\)$|\/ 0\)$/.test(color);
  /** The colour that stands behind an element. */
  const behind = (element) => {
    for (const one of ancestors(element.parentElement))
      if (!isClear(backgroundOf(one))) return backgroundOf(one);
    return 'rgb(255, 255, 255)';
  };

  let colored = [];
  /** Remembers what is nothing but a colour: bars, dots, tracks. */
  function findColored() {
    colored = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element instanceof HTMLElement &&
        element.childNodes.length === 0 &&
        !element.matches('input, textarea, select, img, hr, canvas, [data-decoration]') &&
        isShown(element) &&
        !isSpoken(element) &&
        !isClear(backgroundOf(element)) &&
        backgroundOf(element) !== behind(element),
    );
    return colored.length;
  }

  const CHOSEN =
    '[aria-selected=true], [aria-checked=true], [aria-pressed=true], [aria-current]:not([aria-current=false]), [data-selected=true]';
  /** How an element looks, with what it stands in, what it draws before and after itself, and the first things in it. */
  const looksOf = (element) =>
    JSON.stringify(
      [...[...ancestors(element)].slice(0, 5), ...[...element.querySelectorAll('*')].slice(0, 12)].flatMap(
        (one) =>
          [null, '::before', '::after'].map((part) => {
            const style = getComputedStyle(one, part);
            const {
              backgroundColor,
              borderTop,
              borderBottom,
              borderInlineStart,
              outline,
              textDecorationLine,
            } = style;
            const { color, fontWeight, content, opacity, visibility, translate, insetInlineStart } = style;
            return [
              ...[backgroundColor, borderTop, borderBottom, borderInlineStart, outline, textDecorationLine],
              ...[color, fontWeight, content, opacity, visibility, translate, insetInlineStart],
            ];
          }),
      ),
    );

  /** Asked where the system chooses all colours: what of the remembered is gone, and what is chosen and looks as if it were not. */
  function lostColors() {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = 'Canvas';
    const canvas = backgroundOf(probe);
    probe.remove();
    const gone = colored.filter((element) => {
      if (!element.isConnected) return false;
      const { backgroundColor, backgroundImage, borderStyle, outlineStyle } = getComputedStyle(element);
      const isLost = isClear(backgroundColor) || backgroundColor === behind(element);
      return isLost && backgroundImage === 'none' && borderStyle === 'none' && outlineStyle === 'none';
    });
    const shapes = [
      ...document.querySelectorAll('main svg[role=img] :is(rect, path, circle, line, polyline, polygon)'),
    ];
    const faint = shapes.filter((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      return (
        isShown(shape) &&
        [fill, stroke].every((color) => color === 'none' || isClear(color) || color === canvas)
      );
    });
    const chosen = [...document.querySelectorAll(CHOSEN)].filter((element) => {
      if (!isShown(element) || isSpoken(element)) return false;
      const peers = document.querySelectorAll(element.localName);
      const peer = [...peers].find(
        (other) =>
          !other.matches(CHOSEN) &&
          other.parentElement !== null &&
          isShown(other) &&
          other.role === element.role &&
          other.classList[0] === element.classList[0] &&
          other.querySelectorAll('*').length === element.querySelectorAll('*').length,
      );
      return peer !== undefined && looksOf(peer) === looksOf(element);
    });
    return [
      ...new Set([
        ...gone.map((element) => `gone: ${nameOf(element)} in ${nameOf(element.parentElement)}`),
        ...faint.map((shape) => `gone: ${nameOf(shape)} in ${nameOf(shape.closest('svg'))}`),
        ...chosen.map((element) => `looks as if it were not chosen: ${nameOf(element)}`),
      ]),
    ];
  }

  /** Every text that is seen or read aloud: in elements, as names, as what stands in empty fields, in the title. */
  function texts() {
    const found = new Set([document.title]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement.closest('script, style') === null) found.add(node.data);
    for (const attribute of [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-valuetext',
      'aria-roledescription',
      'aria-description',
    ])
      for (const element of document.querySelectorAll(`[${attribute}]`))
        found.add(element.getAttribute(attribute));
    return [...found].map((text) => text.trim()).filter((text) => text !== '');
  }

  return {
    beyondTheSide,
    cutOff,
    findStops,
    goToFirstStop,
    lookAtFocus,
    missedStops,
    moving,
    findColored,
    lostColors,
    texts,
  };
})();
