// Makes the pages quicker to use; without it they still have everything to read, and the search answers with a page.

// Served beside it. Not loaded later: whoever presses a key at once would not be heard.
import { addCopyButton, followReading, reachBySlash } from '/docs/reading.js'

const own = '/docs'
const field = document.getElementById('frame-search')
const results = document.getElementById('frame-results')
const announcement = document.getElementById('frame-announcement')

followOldAnchor()
for (const figure of document.querySelectorAll('figure.code:not(.answer)'))
  addCopyButton(figure, figure.querySelector('code'), announcement)
startSearch()
followReading(document.querySelectorAll('.contents a'))

/** The reference was at /docs once: its anchors lead to where it is now. */
function followOldAnchor() {
  if (location.pathname !== '/docs' || location.hash === '') return
  if (!document.getElementById(location.hash.slice(1))) location.replace(`/docs/reference${location.hash}`)
}

function startSearch() {
  let opening
  const open = () => (opening ??= loadIndex())
  field.addEventListener('focus', open)
  field.addEventListener('input', async () => show((await open())(field.value)))
  field.form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event)
  })
  field.form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!field.form.contains(relatedTarget)) results.hidden = true
  })
  reachBySlash(field)
}

/** The index is fetched when somebody begins to search, and by nobody else. */
async function loadIndex() {
  const [{ default: MiniSearch }, { findSections, indexOptions }, answer] = await Promise.all([
    import(`${own}/minisearch.js`),
    import(`${own}/searching.js`),
    fetch(`${own}/search-index.json`),
  ])
  const index = await MiniSearch.loadJSONAsync(await answer.text(), indexOptions)
  return (query) => findSections(index, query)
}

function show(found) {
  results.hidden = field.value.trim() === ''
  const items = found.slice(0, 8).map(toItem)
  const list = document.createElement('ul')
  list.append(...items)
  const nothing = document.createElement('p')
  nothing.textContent = 'Nothing found.'
  results.replaceChildren(items.length > 0 ? list : nothing)
  announcement.textContent = `${items.length === 0 ? 'Nothing' : items.length} found`
}

function toItem({ address, page, heading, excerpt }) {
  const link = document.createElement('a')
  link.href = address
  const title = document.createElement('strong')
  title.textContent = heading === page ? page : `${page} › ${heading}`
  const text = document.createElement('span')
  for (const piece of excerpt) {
    const part = document.createElement(piece.isMatch ? 'mark' : 'span')
    part.textContent = piece.text
    text.append(part)
  }
  link.append(title, text)
  link.addEventListener('click', close)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** Arrows walk from the field through what was found and back. */
function move(event) {
  const stops = [field, ...results.querySelectorAll('a')]
  const next = stops[stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next || results.hidden) return
  event.preventDefault()
  next.focus()
}

function close() {
  results.hidden = true
  field.value = ''
  field.blur()
}
