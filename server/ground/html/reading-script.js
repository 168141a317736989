// What the pages of the documentation and the reference have in common. Without it they still have everything to read.

/** A slash leads to the field, unless somebody is typing. */
export function reachBySlash(field) {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input, textarea, select')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}

/** Marks among the links what is being read: the last place that begins above the middle of the window. */
export function followReading(links) {
  const places = [...links].flatMap((link) => {
    const place = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return place ? [{ link, place }] : []
  })
  let isScheduled = false
  const mark = () => {
    isScheduled = false
    const passed = places.filter(({ place }) => place.getBoundingClientRect().top < innerHeight / 2)
    for (const { link } of places) link.removeAttribute('aria-current')
    passed.at(-1)?.link.setAttribute('aria-current', 'true')
  }
  addEventListener('scroll', () => {
    if (!isScheduled) requestAnimationFrame(mark)
    isScheduled = true
  })
  mark()
}

/** A button in `frame` that copies what is in `code`; the announcement is for whoever cannot see the button. */
export function addCopyButton(frame, code, announcement) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = await copy(code)
    announcement.textContent = button.textContent
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  frame.append(button)
}

/** Where the browser gives no access to the clipboard, the text is selected for the reader to copy. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return 'Copied'
  } catch {
    getSelection().selectAllChildren(code)
    return 'Selected'
  }
}
