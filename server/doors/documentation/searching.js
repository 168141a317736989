// Finds pieces of the documentation. Servers and browsers run the same lines, so that both find the same.

/** How the index is made and asked. */
export const indexOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['address', 'heading', 'page', 'text'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    combineWith: 'AND',
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  },
}

/** What readers call things that the pages call otherwise. */
const synonyms = {
  idempotency: 'customRequestId',
  idempotent: 'customRequestId',
  pagination: 'limit offset',
  paging: 'limit offset',
  sandbox: 'environment',
  staging: 'environment',
  sdk: 'client',
  library: 'client',
  python: 'other languages',
  php: 'other languages',
  golang: 'other languages',
  hmac: 'webhook signature',
  vat: 'tax',
}

const queryLengthMax = 100
const resultsMax = 20
const excerptLength = 180

/** What fits a query best: where it is, and an excerpt in pieces, of which some are what was looked for. */
export function findSections(index, query) {
  const words = query.slice(0, queryLengthMax).trim()
  if (words === '') return []
  const asked = index.search(words)
  const meant = words
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (Object.hasOwn(synonyms, word) ? synonyms[word] : word))
  const named = meant.join(' ')
  const known = new Set(asked.map(({ id }) => id))
  const ours = named === words.toLowerCase() ? [] : index.search(named).filter(({ id }) => !known.has(id))
  const strict = [...asked, ...ours]
  const found = strict.length > 0 ? strict : index.search(words, { combineWith: 'OR' })
  return found.slice(0, resultsMax).map(({ address, heading, page, text, terms }) => ({
    address,
    page,
    heading,
    excerpt: excerptOf(text, terms),
  }))
}

/** The part of a text around the first place where one of the terms begins a word. */
function excerptOf(text, terms) {
  const wanted = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted || '$^'})`, 'giu')
  const first = Math.max(0, text.search(pattern))
  const from = first < excerptLength / 2 ? 0 : text.indexOf(' ', first - excerptLength / 3) + 1
  const cut = text.slice(from, from + excerptLength)
  const end = from + cut.length < text.length ? Math.max(cut.lastIndexOf(' '), 1) : cut.length
  return piecesOf(`${from > 0 ? '… ' : ''}${cut.slice(0, end)}${from + end < text.length ? ' …' : ''}`, pattern)
}

function piecesOf(shown, pattern) {
  const pieces = []
  let done = 0
  for (const { 0: match, index } of shown.matchAll(pattern)) {
    pieces.push({ text: shown.slice(done, index), isMatch: false }, { text: match, isMatch: true })
    done = index + match.length
  }
  return [...pieces, { text: shown.slice(done), isMatch: false }].filter(({ text }) => text !== '')
}
