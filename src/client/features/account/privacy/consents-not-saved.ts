export const CONSENTS_NOT_SAVED = {
  title: 'Update Failed',
  description: 'Failed to update privacy settings. Please try again.',
}
