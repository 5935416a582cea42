export const CONSENTS_NOT_SAVED = {
  title: 'Update Failed',
  sentence: 'Failed to update privacy settings. Please try again.',
}
