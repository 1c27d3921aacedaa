// Latin and its extensions come as separate files; a browser loads those whose letters a page has.
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
