/* Shows the explanation of a text. Text reaches the page as text nodes only, never as markup. */

const DIGITS = 2;

const byId = (id) => document.getElementById(id);
const form = byId('form');
const textField = byId('text');
const keyField = byId('key');
const status = byId('status');
const result = byId('result');

/** Creates an element; children may be strings. */
function element(name, { className = '', ...properties } = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  if (className !== '') node.className = className;
  node.append(...children);
  return node;
}

const shown = (score) => score.toFixed(DIGITS);

function scoreRows(scores) {
  return Object.entries(scores).flatMap(([name, score]) => {
    const term = element('dt', {}, name);
    if (score === null) return [term, element('dd', { className: 'none' }, 'English only')];
    const meter = element('meter', { min: 0, max: 1, value: score });
    meter.setAttribute('aria-label', name);
    return [term, element('dd', {}, meter), element('dd', { className: 'value' }, shown(score))];
  });
}

/** Renders the text with the words that count marked. */
function markedText(text, words) {
  const nodes = [];
  let at = 0;
  for (const { begin, end, weight } of words) {
    nodes.push(text.slice(at, begin));
    const name = weight > 0 ? 'mark' : 'u';
    const factor = Math.exp(Math.abs(weight)).toFixed(1);
    const title = `${weight > 0 ? 'multiplies' : 'divides'} the odds of being toxic by ${factor}`;
    nodes.push(element(name, { title }, text.slice(begin, end)));
    at = end;
  }
  return [...nodes, text.slice(at)];
}

function show(text, { language, scores, sentences, disguises, words }) {
  byId('language').textContent = `Read as ${language.name} (${language.code}).`;
  byId('scores').replaceChildren(...scoreRows(scores));
  byId('words').replaceChildren(...markedText(text, words));
  byId('sentences').replaceChildren(
    ...sentences.map(({ begin, end, toxicity }) =>
      element(
        'li',
        {},
        `${text.slice(begin, end)} `,
        element('span', { className: 'share' }, shown(toxicity)),
      ),
    ),
  );
  byId('disguises').replaceChildren(
    ...(disguises.length === 0
      ? [element('li', {}, 'None read.')]
      : disguises.map(({ written, read }) =>
          element('li', {}, `“${written}” is read as “${read}”.`),
        )),
  );
  result.hidden = false;
}

async function score(text) {
  status.textContent = 'Scoring …';
  try {
    const response = await fetch('page/explanation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': keyField.value.trim() },
      body: JSON.stringify({ text }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error.message);
    show(text, body);
    status.textContent = '';
  } catch (error) {
    result.hidden = true;
    status.textContent = error.message;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void score(textField.value);
});

textField.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});

/** Decodes a key from the URL, unless it contains a percent sign that encodes nothing. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The part after # never reaches a server. Remove it from the address bar, too.
if (location.hash.length > 1) {
  keyField.value = decoded(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
}
