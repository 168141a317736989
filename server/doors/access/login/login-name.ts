const lengthMax = 100

/** Whether somebody can be called so: an e-mail address, or any other name. */
export function isLoginName(name: string): boolean {
  return name !== '' && name.length <= lengthMax && name.trim() === name && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
}

/** Whether a name is an e-mail address, so that its owner can be written to, or vouched for by it. */
export const isAddress = (name: string): boolean => /^[^\s<>,;:@"]+@[^\s<>,;:@"]+\.[^\s<>,;:@"]+$/.test(name)

/** What names are compared by: `Ana@Shop.example` and `ana@shop.example` are the same login. */
export const nameKeyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase()
