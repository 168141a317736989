// Makes the reference page quicker to use; without it the page still has everything to read.

const filter = document.getElementById('filter')
const menus = [...document.querySelectorAll('nav section')]
const links = [...document.querySelectorAll('nav li a')]
const announcement = document.getElementById('announcement')

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
for (const example of document.querySelectorAll('pre')) addCopyButton(example)
startFilter()
followReading()

function startFilter() {
  filter.hidden = false
  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clearFilter()
    if (event.key === 'Enter') links.find((link) => !link.parentElement.hidden)?.click()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === filter) return
    event.preventDefault()
    filter.focus()
    filter.select()
  })
  applyFilter()
}

function clearFilter() {
  filter.value = ''
  applyFilter()
}

function applyFilter() {
  const wanted = filter.value.trim().toLowerCase()
  for (const link of links) {
    link.parentElement.hidden = !`${link.textContent} ${link.title}`.toLowerCase().includes(wanted)
  }
  for (const menu of menus) menu.hidden = !menu.querySelector('li:not([hidden])')
  document.getElementById('no-match').hidden = menus.some((menu) => !menu.hidden)
}

/** Marks in the menu what is being read: the last section that begins above the middle of the window. */
function followReading() {
  const places = links.flatMap((link) => {
    const section = document.getElementById(link.hash.slice(1))
    return section ? [{ link, section }] : []
  })
  let scheduled = false
  const mark = () => {
    scheduled = false
    const middle = innerHeight / 2
    const passed = places.filter(({ section }) => section.getBoundingClientRect().top < middle)
    for (const { link } of places) link.removeAttribute('aria-current')
    passed.at(-1)?.link.setAttribute('aria-current', 'true')
  }
  addEventListener('scroll', () => {
    if (!scheduled) requestAnimationFrame(mark)
    scheduled = true
  })
  mark()
}

function addCopyButton(example) {
  const frame = document.createElement('div')
  frame.className = 'example'
  example.replaceWith(frame)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => copy(example, button))
  frame.append(example, button)
}

/** Where the browser gives no access to the clipboard, the text is selected for the reader to copy. */
async function copy(example, button) {
  try {
    await navigator.clipboard.writeText(example.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(example)
    button.textContent = 'Selected'
  }
  announcement.textContent = button.textContent
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}
