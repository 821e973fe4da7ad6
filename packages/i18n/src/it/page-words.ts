/** Titles of pages that are there before the sign-in (P 2); the main layout brings the whole of this namespace. */
export const pageWords = {
  title: {
    login: 'Accesso',
    forgotPassword: 'Password dimenticata',
    resetPassword: 'Nuova password',
    checkEmail: 'Controlla la posta',
    firstAccess: 'Primo accesso',
    passwordChange: 'Cambio password',
    notFound: 'Pagina non trovata',
  },
};
