import { Dialog } from './Dialog.tsx'
import type { DialogProps } from './Dialog.tsx'

/** Dialog that slides up from the bottom edge on a phone; an ordinary dialog from 768 px. */
export const Sheet = (props: Omit<DialogProps, 'shape'>) => <Dialog {...props} shape="sheet" />
