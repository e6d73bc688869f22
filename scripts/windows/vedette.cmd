@echo off
setlocal
"%~dp0python\python.exe" -B -m vedette %*
set code=%errorlevel%
rem After a double-click the window would close before an error can be read.
if "%~1"=="" if not "%code%"=="0" pause
exit /b %code%
