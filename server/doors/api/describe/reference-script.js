// Makes the reference page quicker to use; without it the page still has everything to read.

// Served beside it. Not loaded later: whoever presses a key at once would not be heard.
import { addCopyButton, followReading, reachBySlash } from '/docs/reading.js'

const filter = document.getElementById('filter')
const menus = [...document.querySelectorAll('nav section')]
const links = [...document.querySelectorAll('nav li a')]
const announcement = document.getElementById('announcement')

for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin
for (const example of document.querySelectorAll('pre')) addCopyButton(framed(example), example, announcement)
startFilter()
followReading(links)

function startFilter() {
  filter.hidden = false
  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clearFilter()
    if (event.key === 'Enter') links.find((link) => !link.parentElement.hidden)?.click()
  })
  reachBySlash(filter)
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

function framed(example) {
  const frame = document.createElement('div')
  frame.className = 'example'
  example.replaceWith(frame)
  frame.append(example)
  return frame
}
