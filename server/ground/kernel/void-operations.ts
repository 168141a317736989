/** The operations that undo an earlier call: by hand or by a till, and of what paid for a sale that was not made. */
export const voidOperations: readonly string[] = ['voidTransaction', 'givePaymentBack']
