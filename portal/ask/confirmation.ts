/** Opens the dialog in which somebody proves that it is them; false if they leave it. */
type Confirm = () => Promise<boolean>

let open: Confirm = async () => false
let opened: Promise<boolean> | undefined

/** The dialog says how it is opened when it is on the page. */
export function provideConfirmation(confirm: Confirm): void {
  open = confirm
}

/** However many questions wait for it, there is one dialog. */
export function confirmItIsYou(): Promise<boolean> {
  opened ??= open().finally(() => {
    opened = undefined
  })
  return opened
}
