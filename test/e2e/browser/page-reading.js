// Runs in a page: reads it as a person would, by where things are and how they look.
globalThis.pageReading = (() => {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  /** The marks of a plot with what they say, and their places as values between the ticks of the axes. */
  function marks(plot, selector) {
    const valueAt = (axis, place) => {
      const ticks = [...document.querySelectorAll(`#${plot} .tick[data-axis="${axis}"]`)].map((tick) => ({
        value: Number(tick.getAttribute('data-value')),
        place: middle(tick)[axis],
      }));
      if (ticks.length === 0) return null;
      const [first, last] = [ticks[0], ticks.at(-1)];
      return first.value + ((place - first.place) / (last.place - first.place)) * (last.value - first.value);
    };
    return [...document.querySelectorAll(`#${plot} :is(${selector})`)].map((mark) => ({
      said: { ...mark.dataset },
      x: valueAt('x', middle(mark).x),
      y: valueAt('y', middle(mark).y),
    }));
  }

  function luminance(color) {
    const [r, g, b] = color.match(/[\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function groundOf(element) {
    if (element === null) return 'rgb(255, 255, 255)';
    const color = getComputedStyle(element).backgroundColor;
    return color === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : color;
  }

  /** Texts whose contrast with what they stand on is under 4.5 (WCAG 2.2, 1.4.3). */
  function faintTexts() {
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
      if (!isText || /^(title|desc|style)$/i.test(element.tagName)) return [];
      const style = getComputedStyle(element);
      const own = luminance(element.tagName === 'text' ? style.fill : style.color);
      const ground = luminance(groundOf(element));
      const ratio = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
      return ratio < 4.5 ? [`${element.tagName} ${ratio.toFixed(2)} ${element.textContent}`] : [];
    });
  }

  return { marks, faintTexts };
})();
