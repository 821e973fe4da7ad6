/** Page titles needed before sign-in (P 2); the main layout loads the rest of this namespace. */
export const initialPages = {
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
